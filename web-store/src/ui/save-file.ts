/** Saves bytes as a download with this name. */
export function saveFile(name: string, data: Blob): void {
  const address = URL.createObjectURL(data)
  const link = document.createElement('a')
  Object.assign(link, { href: address, download: name, hidden: true })
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
