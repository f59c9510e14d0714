/** Events that the gateway tries again carry the signature of the secret they were first sent with, also after another was saved. */
export const up = `
alter table gateway_config
  add column former_webhook_secret_sealed text,
  add column former_webhook_secret_until timestamptz,
  add constraint gateway_config_former_secret_ends
    check ((former_webhook_secret_sealed is null) = (former_webhook_secret_until is null));
`

export const down = `
alter table gateway_config drop column former_webhook_secret_until, drop column former_webhook_secret_sealed;
`
