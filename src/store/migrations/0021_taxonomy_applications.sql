-- Documents of all themes that were applied.
create table taxonomy_application (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  change_count integer not null,
  moved_insight_count integer not null,
  -- What an undo needs: how things were and how this left them.
  undo jsonb not null,
  created_by text collate "C" references app_user (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  undone_by text collate "C" references app_user (id) on delete set null,
  undone_at timestamptz(3),
  primary key (org_id, id)
);
