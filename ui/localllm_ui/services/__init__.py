"""What runs on the loop's thread for the window: it knows no Qt, and the window knows only this.

backend     owns runtime, chat store and port; opens and closes them
answering   answers being written into the store, with what is told of them; titles by the model
tool_calls  the pieces of streamed calls, put together
prompts     a stored path -> what the model is asked
drafts      a chat as it is opened, and its draft
counting    what the next question takes, in tokens
files       a dropped file -> an attachment with its text
working     downloads and long jobs: started, told of as they go on
hub         the model hub: searches, what a repository has and what of it fits, plans to fetch
keeping     files of models: what a removal frees, removals, files brought in
memory      what a model would take on this machine
port        the HTTP port, on and off
processes   what engines take
"""
