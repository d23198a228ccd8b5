-- The words of everything that can be searched: title first, body after it. Kept by PostgreSQL itself, so no write can forget them.

-- An address is found by its parts as well.
create function address_parts(email text) returns text language sql immutable strict parallel safe
  return regexp_replace(email, '[^[:alnum:]]+', ' ', 'g');

-- What is very long is found by its beginning: a vector of words has a limit of its own.
create function searchable(title text, body text, more text) returns tsvector language sql immutable parallel safe
  return setweight(to_tsvector('english'::regconfig, coalesce(title, '')), 'A')
    || setweight(to_tsvector('english'::regconfig, left(coalesce(body, ''), 60000)), 'B')
    || setweight(to_tsvector('english'::regconfig, left(coalesce(more, ''), 20000)), 'C');

alter table insight add column words tsvector generated always as (searchable(name, quote, description)) stored;
alter table feedback add column words tsvector generated always as (searchable(title, content, null)) stored;
alter table contact add column words tsvector
  generated always as (searchable(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(address_parts(email), ''), company->>'name', title)) stored;

create index insight_words on insight using gin (words);
create index feedback_words_text on feedback using gin (words);
create index contact_words on contact using gin (words);
