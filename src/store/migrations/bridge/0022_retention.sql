-- After how many days texts are deleted, for the organization and for single sources, and what the last run did.
alter table organization add column retention jsonb not null default '{}';
