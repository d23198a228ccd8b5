-- Insights that were put into themes and subthemes anew, many at once.
create table regrouping (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  change_set_id uuid,
  moved_insight_count integer not null,
  -- What changed, by ids, names and counts; the words of insights are read when it is shown.
  changes jsonb not null,
  -- What an undo needs: how things were and how this left them.
  undo jsonb not null,
  created_by text collate "C" references app_user (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  undone_by text collate "C" references app_user (id) on delete set null,
  undone_at timestamptz(3),
  primary key (org_id, id)
);
create index regrouping_change_set on regrouping (org_id, change_set_id, id desc) where change_set_id is not null;
