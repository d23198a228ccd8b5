-- Public read-only pages of results; the link has a token of which a hash is stored.
alter table organization add column share_links boolean not null default true;

create table share_link (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  kind text collate "C" not null check (kind in ('theme', 'opportunity', 'evidence_story', 'roadmap', 'dashboard')),
  -- Null for pages of the whole organization.
  target_id uuid,
  token_hash text collate "C" not null,
  password_hash text collate "C",
  names boolean not null default false,
  frame_origin text collate "C",
  -- Null for a link that does not expire.
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  view_count integer not null default 0 check (view_count >= 0),
  last_viewed_at timestamptz(3),
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  check ((target_id is null) = (kind in ('roadmap', 'dashboard')))
);
create unique index share_link_token on share_link (org_id, token_hash);
create index share_link_target on share_link (org_id, target_id, id) where target_id is not null;

alter table key_directory
  drop constraint key_directory_kind_check,
  add constraint key_directory_kind_check check (kind in ('survey_link', 'feedback_widget', 'integration', 'share_link'));
