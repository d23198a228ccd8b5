-- Contacts that got the message about a completed Project: each at most once per Project.
create table project_contact_message (
  org_id text collate "C" not null,
  project_id uuid not null,
  contact_id uuid not null,
  sent_by text collate "C" references app_user (id),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, project_id, contact_id),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade,
  foreign key (org_id, contact_id) references contact (org_id, id) on delete cascade
);
create index project_contact_message_contact on project_contact_message (org_id, contact_id);

-- Whether members may send mail to contacts; only an admin changes it.
alter table organization add column contact_mail boolean not null default false;
