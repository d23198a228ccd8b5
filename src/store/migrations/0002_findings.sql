-- What customers said and what was found in it.

-- The contract's way to write an instant. Marked immutable although to_char is only stable: this pattern has no locale in it.
create function iso(at timestamptz) returns text language sql immutable strict parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create table contact (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text,
  email text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (org_id, id)
);

create table segment (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text not null,
  color text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  primary key (org_id, id)
);
create unique index segment_name on segment (org_id, lower(name)) where archived_at is null;

create table feedback (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  source text not null,
  source_type text not null default 'feedback',
  title text,
  content text not null,
  language text,
  contact_id uuid,
  url text,
  occurred_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);

create table category (
  org_id text collate "C" not null references organization (id) on delete cascade,
  key text collate "C" not null,
  name text not null,
  description text not null,
  color text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, key)
);

create table theme (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text not null,
  color text not null,
  notes text,
  definition text,
  origin text not null default 'manual' check (origin in ('manual', 'auto')),
  insight_count integer not null default 0 check (insight_count >= 0),
  merged_into_id uuid,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, merged_into_id) references theme (org_id, id)
);
create unique index theme_name on theme (org_id, lower(name)) where archived_at is null and merged_into_id is null;
create index theme_updated on theme (org_id, updated_at, id);

-- An insight as the list shows it, less its themes; the closing brace is added with them.
create function insight_document(id uuid, name text, sentiment text, category text, quote text, created_at timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return '{"id":"' || id || '","name":' || to_json(name) || ',"sentiment":"' || sentiment || '","category":"' || category
    || '","quote":' || coalesce(to_json(quote)::text, 'null') || ',"created_at":"' || iso(created_at) || '","updated_at":"' || iso(updated_at) || '"';

create table insight (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text not null,
  sentiment text collate "C" not null check (sentiment in ('POSITIVE', 'NEGATIVE', 'NEUTRAL')),
  category text collate "C" not null check (category in ('PAIN_POINTS', 'DELIGHTS', 'GENERAL_FEEDBACK', 'FEATURE_REQUESTS', 'USABILITY_ISSUES', 'BUGS_AND_ERRORS')),
  quote text,
  description text,
  confidence real check (confidence between 0 and 1),
  origin text not null default 'manual' check (origin in ('auto', 'manual', 'imported')),
  status text not null default 'active' check (status in ('active', 'dismissed')),
  feedback_id uuid,
  contact_id uuid,
  user_email text,
  user_name text,
  interview_date date,
  source text,
  source_type text,
  source_url text,
  language text,
  segment_ids uuid[] not null default '{}',
  tags text[] not null default '{}',
  -- The links of insight_theme again, so that a page of insights needs no look-up per row.
  theme_ids uuid[] not null default '{}',
  superseded_by_id uuid,
  merged_into_id uuid,
  edited_by_human boolean not null default false,
  occurred_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  live boolean not null generated always as (deleted_at is null and superseded_by_id is null and status = 'active') stored,
  document text not null generated always as (insight_document(id, name, sentiment, category, quote, created_at, updated_at)) stored,
  primary key (org_id, id),
  foreign key (org_id, feedback_id) references feedback (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id),
  foreign key (org_id, superseded_by_id) references insight (org_id, id),
  foreign key (org_id, merged_into_id) references insight (org_id, id)
);
create index insight_live on insight (org_id, id) where live;
create index insight_sentiment on insight (org_id, sentiment, id) where live;
create index insight_category on insight (org_id, category, id) where live;
create index insight_occurred on insight (org_id, occurred_at, id) where live;
create index insight_confidence on insight (org_id, coalesce(confidence, -1), id) where live;
create index insight_updated on insight (org_id, updated_at, id);
create index insight_contact on insight (org_id, contact_id, id);
create index insight_feedback on insight (org_id, feedback_id, id);
create index insight_unthemed on insight (org_id, id) where live and theme_ids = '{}';

create table insight_theme (
  org_id text collate "C" not null,
  theme_id uuid not null,
  insight_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, theme_id, insight_id),
  foreign key (org_id, theme_id) references theme (org_id, id) on delete cascade,
  foreign key (org_id, insight_id) references insight (org_id, id) on delete cascade
);
create index insight_theme_insight on insight_theme (org_id, insight_id);

create table quote (
  org_id text collate "C" not null,
  id uuid not null,
  insight_id uuid not null,
  feedback_id uuid,
  text text not null,
  start_at integer,
  end_at integer,
  speaker text,
  verified boolean not null,
  is_representative boolean not null default false,
  redacted boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, insight_id) references insight (org_id, id) on delete cascade,
  foreign key (org_id, feedback_id) references feedback (org_id, id)
);
create index quote_insight on quote (org_id, insight_id, id);
create unique index quote_representative on quote (org_id, insight_id) where is_representative;

-- Which insights support which plan or belong to which subtheme; the owners of the left side join when they arrive.
create table project_insight (
  org_id text collate "C" not null, project_id uuid not null, insight_id uuid not null,
  primary key (org_id, project_id, insight_id),
  foreign key (org_id, insight_id) references insight (org_id, id) on delete cascade
);
create index project_insight_insight on project_insight (org_id, insight_id);
create table initiative_insight (
  org_id text collate "C" not null, initiative_id uuid not null, insight_id uuid not null,
  primary key (org_id, initiative_id, insight_id),
  foreign key (org_id, insight_id) references insight (org_id, id) on delete cascade
);
create index initiative_insight_insight on initiative_insight (org_id, insight_id);
create table opportunity_insight (
  org_id text collate "C" not null, opportunity_id uuid not null, insight_id uuid not null,
  primary key (org_id, opportunity_id, insight_id),
  foreign key (org_id, insight_id) references insight (org_id, id) on delete cascade
);
create index opportunity_insight_insight on opportunity_insight (org_id, insight_id);
create table subtheme_insight (
  org_id text collate "C" not null, subtheme_id uuid not null, insight_id uuid not null,
  primary key (org_id, subtheme_id, insight_id),
  foreign key (org_id, insight_id) references insight (org_id, id) on delete cascade
);
create index subtheme_insight_insight on subtheme_insight (org_id, insight_id);
