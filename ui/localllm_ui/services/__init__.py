"""What runs on the loop's thread for the window: it knows no Qt, and the window knows only this.

backend     owns runtime, chat store and port; opens and closes them
answering   answers being written into the store, with what is told of them
prompts     a stored path -> what the model is asked
titles      a chat's title by the model
files       a dropped file -> an attachment with its text
peers       folders where other programs keep models
port        the HTTP port, on and off
"""
