-- as in the baseline: create table project_contact_message

-- Whether members may send mail to contacts; only an admin changes it.
alter table organization add column contact_mail boolean not null default false;
