-- What else an organization uses the language model for: names and texts, and answers to questions.
alter table language_model_setting add column texts boolean not null default false;
alter table language_model_setting add column answers boolean not null default false;

-- What was sent, word for word; null once it is too old, or after an erasure.
alter table language_model_request add column system text;
alter table language_model_request add column prompt text;
-- The log of one task, newest first.
create index language_model_request_task on language_model_request (org_id, task, id);

-- The tokens of the day are used up until then.
create table language_model_spent (
  org_id text collate "C" primary key references organization (id) on delete cascade,
  until timestamptz(3) not null
);
