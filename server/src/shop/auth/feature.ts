import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    admins: {
      holds: 'the admins themselves and how they sign in',
      archive: {
        file: 'team.csv',
        about: 'who may use the console, and as what',
        select: 'select email, name, role, created_at, ended_at from admins order by id',
      },
    },
    admin_apps: {
      holds: 'the admins themselves and how they sign in',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    admin_challenges: {
      holds: 'the admins themselves and how they sign in',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    admin_passkeys: {
      holds: 'the admins themselves and how they sign in',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    admin_password_links: {
      holds: 'the admins themselves and how they sign in',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    admin_recovery_codes: {
      holds: 'the admins themselves and how they sign in',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    contact_changes: {
      ownData: {
        title: 'New email or phone that waits for its link',
        select: 'select kind, value, created_at, expires_at from contact_changes where user_id = :id order by kind',
      },
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    login_links: {
      ownData: {
        title: 'Link that logs in, by email',
        select: 'select created_at, expires_at from login_links where user_id = :id',
      },
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    sessions: {
      ownData: {
        title: 'Logged-in devices',
        select: `select device, address, created_at, last_seen_at, expires_at, revoked_at as ended_at
      from sessions where user_id = :id order by created_at`,
      },
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    known_devices: {
      ownData: {
        title: 'Devices that we know',
        select: 'select device, network, last_seen_at from known_devices where user_id = :id order by last_seen_at',
      },
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
  },
})
