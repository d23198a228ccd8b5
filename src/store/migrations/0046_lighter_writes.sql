-- What is written by the thousand pays only for what somebody needs.

-- Hardly anything is deleted: the primary key lists the rest in the same order, and the other partial indexes count it.
drop index insight_live;
drop index feedback_live;
-- The primary key read from its end.
drop index subtheme_insight_order;

-- The organization of whoever writes was looked up to let them write, and it never goes away before its rows do;
-- looking again for each row would lock the one row that everybody writes under.
alter table insight drop constraint insight_org_id_fkey;
alter table event drop constraint event_org_id_fkey;

-- The same words; what is not there is not parsed.
create or replace function searchable(title text, body text, more text) returns tsvector language sql immutable parallel safe
  return case when title is null then '' else setweight(to_tsvector('english'::regconfig, title), 'A') end
    || case when body is null then '' else setweight(to_tsvector('english'::regconfig, left(body, 60000)), 'B') end
    || case when more is null then '' else setweight(to_tsvector('english'::regconfig, left(more, 20000)), 'C') end;

-- Made in the transaction of the insight it belongs to; no insight is ever removed but with its whole organization.
alter table insight_vector drop constraint insight_vector_org_id_insight_id_fkey;
-- The insight that it speaks for stands on the same item, and that is checked.
alter table quote drop constraint quote_org_id_feedback_id_fkey;
