import { toast } from '../ui/toaster.ts'

/** After a login with a mailed password, which works only once: the next screen is where a new one is chosen. */
export function askForNewPassword(): void {
  toast.info('Please choose a new password', {
    description: 'The password from the mail worked this once. Choose one of your own here.',
    duration: 10_000,
    id: 'new-password',
  })
}
