-- What customers asked for help with: tickets and what was said in them.

create table support_ticket (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  source text collate "C" not null check (source in ('zendesk', 'intercom', 'custom', 'csv')),
  -- Which helpdesk of that kind; with the external id it says which ticket this is.
  source_name text collate "C" not null,
  external_id text collate "C",
  subject text not null,
  body text,
  status text collate "C" not null default 'open' check (status in ('open', 'pending', 'on_hold', 'solved', 'closed')),
  priority text collate "C" check (priority in ('low', 'normal', 'high', 'urgent')),
  channel text,
  tags text[] not null default '{}',
  contact_id uuid,
  assignee_name text,
  company text,
  url text,
  custom_fields jsonb not null default '{}',
  csat_score double precision,
  csat_comment text,
  opened_at timestamptz(3) not null default now(),
  resolved_at timestamptz(3),
  last_message_at timestamptz(3),
  -- The words of the customer alone, as the analysis reads them.
  feedback_id uuid,
  integration_id uuid,
  csv_upload_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id),
  foreign key (org_id, feedback_id) references feedback (org_id, id)
);
create unique index support_ticket_external on support_ticket (org_id, source, source_name, external_id) where deleted_at is null;
create index support_ticket_live on support_ticket (org_id, id) where deleted_at is null;
create index support_ticket_opened on support_ticket (org_id, opened_at, id) where deleted_at is null;
create index support_ticket_updated on support_ticket (org_id, updated_at, id);
create index support_ticket_status on support_ticket (org_id, status, id) where deleted_at is null;
create index support_ticket_contact on support_ticket (org_id, contact_id, id);
create index support_ticket_feedback on support_ticket (org_id, feedback_id);
create index support_ticket_upload on support_ticket (org_id, csv_upload_id, id) where csv_upload_id is not null;

create table support_message (
  org_id text collate "C" not null,
  ticket_id uuid not null,
  id uuid not null,
  external_id text collate "C",
  -- What makes two messages the same one: the external id, or who said what and when.
  key text collate "C" not null,
  author_type text collate "C" not null check (author_type in ('customer', 'agent', 'system')),
  author_name text,
  author_email text,
  body text not null,
  is_public boolean not null default true,
  sent_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, ticket_id, id),
  unique (org_id, ticket_id, key),
  foreign key (org_id, ticket_id) references support_ticket (org_id, id) on delete cascade
);
create index support_message_sent on support_message (org_id, ticket_id, sent_at, id);

-- Tickets whose words wait for their conversation to end.
create index feedback_resting on feedback (org_id, id) where status = 'received' and source_type = 'cs_ticket' and deleted_at is null;
