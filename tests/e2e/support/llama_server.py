"""Serves a GGUF model with llama.cpp's own server on loopback, until its input ends. Prints its address."""

import sys

import xllamacpp

# Without a template, the model's own.
model, template, context = [*sys.argv[1:], "2048"][:3]
params = xllamacpp.CommonParams()
params.model.path = model
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_ctx = int(context)
params.ui = False
params.verbosity = 1
params.use_jinja = True
if template:
    with open(template, encoding="utf-8") as file:
        params.chat_template = file.read()
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
