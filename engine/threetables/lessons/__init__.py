"""Example deals and lessons: what is shown, said and claimed at each step of a deal."""
