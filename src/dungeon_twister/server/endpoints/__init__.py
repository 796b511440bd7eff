"""The service as clients reach it: routes and connections, without a web framework.

A web server (`server/transport`) and a web worker (`browser`) are two transports of the same endpoints.
"""
