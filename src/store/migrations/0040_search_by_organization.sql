-- The organization stands in the index beside the words: a word that others use often costs nobody else anything.
-- What waits to be sorted in is read by every search, so little of it may wait.
drop index insight_words;
drop index feedback_words_text;
drop index contact_words;
create index insight_words on insight using gin ((array[org_id]), words) with (gin_pending_list_limit = 512);
create index feedback_words_text on feedback using gin ((array[org_id]), words) with (gin_pending_list_limit = 512);
create index contact_words on contact using gin ((array[org_id]), words) with (gin_pending_list_limit = 512);
