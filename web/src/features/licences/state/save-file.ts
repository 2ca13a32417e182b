/** Hands a file to the browser's downloads [LIC-06]. @param binary base64 */
export function saveFile(binary: string, filename: string): void {
  const bytes = Uint8Array.from(atob(binary), (one) => one.codePointAt(0) ?? 0);
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(address);
}
