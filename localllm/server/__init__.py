"""The port: HTTP and JSON stop here, inside there are only core's types.

    serve -> app -> guard -> an endpoint: wire type -> core.Request -> Runtime.submit
                             answer, sse: core's events -> a dialect's bytes -> the client

Everything runs on the loop of the runtime that it is given.
"""
