"""A second face of a program that runs already: its engines answer, and no model is loaded twice.

    host (the app, `localllm serve`)                     guest (`localllm chat`)
    ---------------------------------------------        -------------------------------------------
    Door listens on loopback, announces an address  -->  addresses: a file in the data folder
    Door <== one connection an operation, frames ==>     Guest: the operations of a Runtime
                                                         Engines: a Guest, else a Runtime of our own

    address   where a running localllm is, and the secret that both sides prove to know
    wire      what is said on a connection: core's own types, in frames
    door      lets guests in
    guest     asks
    engines   what a face takes that may join

A Door belongs to the loop of its runtime, a Guest to the loop that made it.
"""
