-- Where a piece of feedback stands, apart from what was said: it changes with every step of the analysis,
-- and each step wrote the whole row anew and an entry in every index by which the words are found.
create table feedback_standing (
  org_id text collate "C" not null,
  feedback_id uuid not null,
  status text collate "C" not null default 'received' check (status in ('received', 'queued', 'analyzed', 'skipped', 'failed')),
  skip_reason text,
  duplicate_of_id uuid,
  -- As it was given, or as the analysis has heard it.
  language text,
  -- Whatever changes about the item changes this.
  updated_at timestamptz(3) not null default now(),
  -- Made by the statement that makes the feedback, and removed with the organization as that is: no reference has to be looked up.
  primary key (org_id, feedback_id)
);

-- What is deleted waits for nothing any more.
insert into feedback_standing (org_id, feedback_id, status, skip_reason, duplicate_of_id, language, updated_at)
select org_id, id, case when deleted_at is not null and status in ('received', 'queued') then 'skipped' else status end, skip_reason, duplicate_of_id, language, updated_at from feedback;

create index feedback_standing_updated on feedback_standing (org_id, updated_at, feedback_id);
-- Nearly everything comes to be analyzed in the end, and a page of that is found along the key; the index is for what waits, was left out or failed.
create index feedback_standing_status on feedback_standing (org_id, status, feedback_id) where status <> 'analyzed';
-- Asked for of all organizations at once.
create index feedback_standing_resting on feedback_standing (feedback_id) where status = 'received';

drop index feedback_updated;
drop index feedback_status;
drop index feedback_resting;
alter table feedback drop column status, drop column skip_reason, drop column duplicate_of_id, drop column language, drop column updated_at;

-- The whole of an item: what was said, and where it stands.
create view feedback_item as
select f.*, s.status, s.skip_reason, s.duplicate_of_id, s.language, s.updated_at
from feedback f join feedback_standing s on s.org_id = f.org_id and s.feedback_id = f.id;
