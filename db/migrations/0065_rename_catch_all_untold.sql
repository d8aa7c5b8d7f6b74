-- The reason 'catch-all-untold' is now called 'catch-all-unverified'. contacts.verification_reason is generated from evidence.
update email_verifications set reason = 'catch-all-unverified' where reason = 'catch-all-untold';
update contacts set evidence = jsonb_set(evidence, '{verification,reason}', '"catch-all-unverified"')
  where verification_reason = 'catch-all-untold';
