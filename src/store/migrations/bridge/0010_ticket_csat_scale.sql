-- The scale of the satisfaction score; null when it is not known. Intercom's ratings are 1 to 5.
alter table support_ticket
  add column csat_min double precision,
  add column csat_max double precision;

update support_ticket set csat_min = 1, csat_max = 5
where source = 'intercom' and csat_score between 1 and 5;
