-- The organization of each key that arrives without one. On a cluster this table is on the coordinator alone, so that
-- looking up a key does not need the workers of other organizations. Not in backups: it is derived from the other tables.
create table key_directory (
  key text collate "C" primary key,
  kind text collate "C" not null check (kind in ('survey_link', 'feedback_widget', 'integration')),
  org_id text collate "C" not null
);
create index key_directory_organization on key_directory (org_id);
insert into key_directory (key, kind, org_id)
  select key, 'survey_link', org_id from survey_link where revoked_at is null;
insert into key_directory (key, kind, org_id)
  select key, 'feedback_widget', org_id from feedback_widget where revoked_at is null;
insert into key_directory (key, kind, org_id)
  select token, 'integration', org_id from integration where deleted_at is null;

-- as in the baseline: create table last_use
