/** Every table that holds nobody who could be erased, by what it holds. */
export const tablesWithoutStudents: Readonly<Record<string, readonly string[]>> = {
  'the catalogue: texts and files of the shop': [
    ...[
      'courses',
      'lessons',
      'quizzes',
      'assignments',
      'live_lessons',
      'promocodes',
      'deleted_promocodes',
      'offers',
      'catalogue_version',
    ],
    ...['media', 'unreferenced_files', 'video_sets', 'video_rungs', 'certificate_courses'],
  ],
  'what was sold, by course, and its payments and disputes by the ids of the gateway': [
    'order_lines',
    'order_payments',
    'disputes',
    ...['refund_seats', 'settlement_items', 'settlement_months', 'unknown_money'],
  ],
  'the admins themselves and how they sign in': [
    ...[
      'admins',
      'admin_apps',
      'admin_challenges',
      'admin_passkeys',
      'admin_password_links',
      'admin_recovery_codes',
      'activity_chain',
    ],
  ],
  'figures, settings and numbers of the shop': [
    ...['day_courses', 'day_figures', 'stale_days', 'page_views', 'document_series', 'owner_alerts'],
    ...['move_letters', 'letters', 'letter_links', 'letter_clicks', 'letter_pace', 'letter_settings'],
    'segments',
    ...['policy_texts', 'shop_settings', 'tax_settings', 'referral_settings', 'referral_terms'],
    ...['gateway_config', 'gateway_pause', 'gateway_refusals'],
    ...['certificate_keys', 'certificate_places', 'withdrawn_certificates'],
  ],
  'the program at work': [
    'migrations',
    'job_rounds',
    'mails_sent',
    'mail_trouble',
    'video_turn',
    'backups',
    'backup_plan',
    'restores',
    'move_outs',
    'move_archives',
  ],
}
