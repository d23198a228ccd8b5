-- What found no theme stands together in one of its own. It is known by this and not by its name, which anybody may give to a theme or change.
alter table theme
  add column mixed boolean not null default false;

-- Whoever described such a theme has said what it is about.
update theme set mixed = true where origin = 'auto' and name = 'Everything else' and definition is null;
