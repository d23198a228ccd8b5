-- What happened: one row for each write, made in the write's own transaction. It is the outbox for the feed and the webhooks
-- (where it has a type) and the audit trail (who, by which operation, in which request).

create table event (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  -- Null: worth an audit line, but nothing that others are told of.
  type text collate "C",
  operation text collate "C" not null,
  actor_type text collate "C" not null check (actor_type in ('user', 'api_key', 'integration', 'system')),
  actor_id text collate "C",
  user_id text collate "C",
  request_id text collate "C",
  resource_id text collate "C",
  object json,
  previous json,
  -- Transactions do not commit in the order of their ids; a reader that stays below the oldest one under way misses nothing.
  tx xid8 not null default pg_current_xact_id(),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index event_feed on event (org_id, tx, id) where type is not null;
create index event_age on event using brin (created_at);

insert into event (org_id, id, operation, actor_type, user_id, resource_id, created_at)
select org_id, id, 'contact_erasure', 'system', actor, resource_id::text, created_at from audit_entry;
drop table audit_entry;
