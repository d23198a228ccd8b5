-- What an assistant is told about an organization before anything else, and who is at work here.

create table context_profile (
  org_id text collate "C" not null primary key references organization (id) on delete cascade,
  -- Kept as it was sent: jsonb would reorder it.
  document json not null,
  updated_at timestamptz(3) not null default now()
);

create table context_entry (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  kind text collate "C" not null check (kind in ('fact', 'decision', 'constraint', 'terminology')),
  title text not null,
  content text not null,
  pinned boolean not null default false,
  expires_at timestamptz(3),
  author_id text collate "C" references app_user (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (org_id, id)
);
create index context_entry_live on context_entry (org_id, pinned, id) where deleted_at is null;
create index context_entry_updated on context_entry (org_id, updated_at, id);

-- When each worker was last heard of; belongs to no organization.
create table worker_beat (
  id uuid primary key,
  beat_at timestamptz(3) not null default now()
);
