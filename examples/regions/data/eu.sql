CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, total INTEGER NOT NULL);
INSERT INTO orders (customer, total) VALUES ('Ana', 40), ('Björn', 25), ('Chiara', 310);
