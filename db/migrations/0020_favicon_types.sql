-- Nobody read it: the name of a file says what kind of picture it is. Its check goes with it.
alter table favicons drop column content_type;
