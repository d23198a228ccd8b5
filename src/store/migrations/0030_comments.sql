-- What members write about an insight, a piece of feedback, a theme, a plan or an account. A reply has the id of the
-- comment that it answers as its thread, any other comment its own.
create table comment (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  object_type text collate "C" not null,
  object_id uuid not null,
  thread_id uuid not null,
  author_id text collate "C" not null,
  body text not null,
  mentions text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  resolved_at timestamptz(3),
  resolved_by text collate "C",
  -- Without its text it stays as long as it has replies.
  deleted_at timestamptz(3),
  search_vector tsvector generated always as
    (to_search_vector(regexp_replace(body, '@user_[0-9a-f]{32}', '', 'g'), null, null)) stored,
  primary key (org_id, id)
);
create index comment_object on comment (org_id, object_type, object_id, thread_id, id);
create index comment_thread on comment (org_id, thread_id, id);
create index comment_search on comment using gin ((array[org_id]), search_vector)
  with (gin_pending_list_limit = 512);

create table comment_reaction (
  org_id text collate "C" not null,
  comment_id uuid not null,
  user_id text collate "C" not null,
  reaction text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, comment_id, reaction, user_id),
  foreign key (org_id, comment_id) references comment (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references membership (org_id, user_id) on delete cascade
);
create index comment_reaction_user on comment_reaction (org_id, user_id);

-- The insights that were merged into one keep their comments, which are read through it.
create index insight_merged on insight (org_id, (coalesce(merged_into_id, superseded_by_id)))
  where coalesce(merged_into_id, superseded_by_id) is not null;
