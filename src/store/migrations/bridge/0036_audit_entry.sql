-- The audit log: who did what, from where and by what, inserted in the transaction of the change itself. Customers'
-- texts are not part of it: entries about them hold ids only.
create table audit_entry (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  -- The id of the operation with its action, of a sign-in step, of a command, or the name of background work.
  operation text collate "C" not null,
  outcome text collate "C" not null default 'success' check (outcome in ('success', 'failure')),
  reason text,
  -- How a person proved who they are; only of sign-ins and joins.
  means text collate "C" check (means in ('password', 'single_sign_on', 'setup', 'invitation', 'password_reset')),
  actor_type text collate "C" not null
    check (actor_type in ('user', 'api_key', 'command', 'integration', 'system', 'anonymous')),
  actor_id text collate "C",
  user_id text collate "C",
  session_id uuid,
  address text collate "C",
  user_agent text,
  request_id text collate "C",
  resource_id text collate "C",
  change_set_id uuid,
  -- The changed fields; secrets are replaced before they are written.
  before json,
  after json,
  -- As in event: a reader that stays below the oldest running transaction misses no entry.
  tx xid8 not null default pg_current_xact_id(),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index audit_entry_feed on audit_entry (org_id, tx, id);
create index audit_entry_user on audit_entry (org_id, user_id, id) where user_id is not null;
create index audit_entry_operation on audit_entry (org_id, operation, id);
create index audit_entry_resource on audit_entry (org_id, resource_id, id) where resource_id is not null;
create index audit_entry_created on audit_entry using brin (created_at);

-- Entries are never changed, also not by a statement of the operator.
create rule audit_entry_unchanged as on update to audit_entry do instead nothing;
