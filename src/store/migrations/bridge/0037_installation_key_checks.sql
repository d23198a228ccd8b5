-- Recognizes the keys that stored secrets are encrypted with, so that a start with another key is refused.
alter table installation add column key_checks text[];
