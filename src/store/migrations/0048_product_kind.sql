-- The kind of product that an admin has chosen; null for the one that is found.
alter table organization add column product_kind text collate "C" check (product_kind <> '');
