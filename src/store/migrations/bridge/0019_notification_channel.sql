-- Incoming webhooks of chat programs that get the weekly digest and alerts.
create table notification_channel (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('slack', 'teams', 'discord')),
  name text not null,
  -- Encrypted, because anyone who has the URL can post.
  url bytea not null,
  url_hint text not null,
  weekly_digest boolean not null,
  alerts boolean not null,
  digest_week date,
  last_success_at timestamptz(3),
  error text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);

-- Written with the change it reports; a worker posts it afterwards.
create table channel_message (
  org_id text collate "C" not null,
  id uuid not null,
  channel_id uuid not null,
  message json not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, channel_id) references notification_channel (org_id, id) on delete cascade
);
create index channel_message_due on channel_message (next_attempt_at);
create index channel_message_channel on channel_message (org_id, channel_id);
