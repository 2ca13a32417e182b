/** Hands the SQL to the browser's downloads under its own name [IMP-08]. */
export function saveSql(sql: Blob, name: string): void {
  const address = URL.createObjectURL(sql);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
