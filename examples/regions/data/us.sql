CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, total INTEGER NOT NULL);
INSERT INTO orders (customer, total) VALUES ('Dan', 75), ('Erin', 120);
