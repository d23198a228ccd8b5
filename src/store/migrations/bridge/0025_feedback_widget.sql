-- Publishable keys of the feedback widget: each sends feedback from the allowed origins and can do nothing else.
create table feedback_widget (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text not null,
  key text collate "C" not null unique,
  allowed_origins text[] not null,
  heading text,
  ask_email boolean not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
