export function catalogueKeys(): string;
