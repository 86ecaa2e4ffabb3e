"""What a reader sees: the table, the cards and the words, as HTML elements made from a `Sight`."""
