"""Three Tables: the rules of Skambil, Omi and Schembil as laws, tables and deals.

The core imports only the standard library, reads no files, rolls no dice and asks no clock.
"""

__version__ = "0.1.0"
