-- Set when people are informed that a webhook fails: the first failure after this time disables it.
alter table webhook add column disables_at timestamptz(3);
