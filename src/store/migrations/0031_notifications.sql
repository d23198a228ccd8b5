-- Who follows an object, or chose not to.
create table follow (
  org_id text collate "C" not null,
  object_type text collate "C" not null,
  object_id uuid not null,
  user_id text collate "C" not null,
  following boolean not null default true,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, object_type, object_id, user_id),
  foreign key (org_id, user_id) references membership (org_id, user_id) on delete cascade
);
create index follow_user on follow (org_id, user_id);

-- What a member should know about an object. While it is unread, more about the same joins it. It has no texts: those
-- are read from the object.
create table notification (
  org_id text collate "C" not null,
  id uuid not null,
  user_id text collate "C" not null,
  kind text collate "C" not null,
  -- What joins: all comments on an object, else the kind.
  topic text collate "C" not null,
  object_type text collate "C" not null,
  object_id uuid not null,
  comment_id uuid,
  actor_ids text[] not null default '{}',
  event_count integer not null default 1,
  by_mail boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  snoozed_until timestamptz(3),
  mailed_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, user_id) references membership (org_id, user_id) on delete cascade
);
create unique index notification_unread on notification (org_id, user_id, object_type, object_id, topic)
  where read_at is null;
create index notification_user on notification (org_id, user_id, updated_at, id);
create index notification_mail on notification (created_at, org_id, user_id)
  where by_mail and mailed_at is null and read_at is null;

-- How a member is notified; without a row, as by default.
create table notification_preference (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  ways jsonb not null default '{}',
  quiet_from text collate "C",
  quiet_to text collate "C",
  time_zone text collate "C" not null default 'UTC',
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references membership (org_id, user_id) on delete cascade
);
