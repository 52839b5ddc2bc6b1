"""A model hub: names, search, listings, plans to fetch, tokens. Asks only when asked."""
