import { filled, t } from '../../language/text.ts'

/** A device as the server names it (`Chrome on Windows`, `Unknown device`) in the language of this build. */
export function deviceText(device: string): string {
  const [browser = '', machine] = device.split(' on ')
  return machine ? t('{browser} on {machine}', { browser: filled(browser), machine }) : filled(browser)
}
