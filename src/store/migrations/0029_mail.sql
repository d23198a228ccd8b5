-- Letters on their way; gone once the mail server has taken them. They hold links that open doors, so they are sealed.

create table mail (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  letter bytea not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  error text,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index mail_due on mail (next_attempt_at);
