-- What is being built: Projects with their sections, tracker links, evidence and the stories told from it.

create table project (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  title text not null,
  slug text collate "C" not null,
  description text,
  status text collate "C" not null default 'not_started' check (status in ('not_started', 'in_progress', 'completed', 'archived')),
  status_before_archive text collate "C" check (status_before_archive in ('not_started', 'in_progress', 'completed')),
  initiative_id uuid,
  owner_id text collate "C" references app_user (id),
  start_date date,
  target_date date,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  archived_at timestamptz(3),
  created_by text collate "C" not null references app_user (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, slug),
  foreign key (org_id, initiative_id) references initiative (org_id, id),
  check ((status = 'archived') = (archived_at is not null)),
  check ((status = 'archived') = (status_before_archive is not null)),
  check (target_date >= start_date)
);
create index project_status on project (org_id, status, id);
create index project_updated on project (org_id, updated_at, id);
create index project_initiative on project (org_id, initiative_id, id) where initiative_id is not null;
create index project_owner on project (org_id, owner_id, id) where owner_id is not null;

create table project_section (
  org_id text collate "C" not null,
  project_id uuid not null,
  key text collate "C" not null check (key ~ '^[a-z][a-z0-9_]{0,63}$'),
  title text not null,
  content text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by text collate "C" not null references app_user (id),
  primary key (org_id, project_id, key),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);

-- What is known of an artifact in somebody else's tracker; nothing is ever sent there.
create table project_link (
  org_id text collate "C" not null,
  project_id uuid not null,
  provider text collate "C" not null check (provider in ('linear', 'jira')),
  external_id text,
  external_key text,
  external_url text not null check (external_url like 'https://%'),
  display_title text not null,
  -- Kept as it was sent: jsonb would reorder it.
  metadata json,
  state text,
  linked_by text collate "C" not null references app_user (id),
  linked_at timestamptz(3) not null default now(),
  refreshed_at timestamptz(3),
  primary key (org_id, project_id, provider),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade,
  check (external_id is not null or external_key is not null)
);
create index project_link_provider on project_link (org_id, provider, project_id);

create table project_status_change (
  org_id text collate "C" not null,
  project_id uuid not null,
  id uuid not null,
  from_status text collate "C" not null,
  to_status text collate "C" not null,
  actor_id text collate "C" not null references app_user (id),
  -- The moment itself, not the start of its transaction: changes that waited for each other keep their order.
  at timestamptz(3) not null default clock_timestamp(),
  primary key (org_id, project_id, id),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);

alter table project_insight
  add column id uuid not null default gen_random_uuid(),
  add column reason text,
  add column assigned_by text collate "C" references app_user (id),
  add column assigned_at timestamptz(3) not null default now(),
  add foreign key (org_id, project_id) references project (org_id, id) on delete cascade;
create index project_insight_assigned on project_insight (org_id, project_id, assigned_at, id);

-- Which opportunities a Project carries out.
create table opportunity_project (
  org_id text collate "C" not null,
  opportunity_id uuid not null,
  project_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, opportunity_id, project_id),
  foreign key (org_id, opportunity_id) references opportunity (org_id, id) on delete cascade,
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);
create index opportunity_project_project on opportunity_project (org_id, project_id, opportunity_id);

create table evidence_story (
  org_id text collate "C" not null,
  project_id uuid not null,
  id uuid not null,
  status text collate "C" not null check (status in ('running', 'ready', 'failed')),
  title text not null,
  narrative json not null,
  key_findings json not null,
  quotes json not null,
  counter_evidence json not null,
  stats json not null,
  engine text collate "C" not null check (engine in ('extractive', 'llm')),
  -- Of the evidence it was told from; another one now means that the story is stale.
  evidence_digest bytea not null,
  generated_by text collate "C" not null references app_user (id),
  generated_at timestamptz(3) not null default clock_timestamp(),
  job_id uuid,
  primary key (org_id, project_id, id),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);
