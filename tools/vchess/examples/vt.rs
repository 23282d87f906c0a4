use std::fs::File;
fn main() { let (mut p, mut f) = (0, 0); let show: usize = std::env::var("SHOW").ok().and_then(|s| s.parse().ok()).unwrap_or(3);
 for a in std::env::args().skip(1) { let o = vchess::verify::tia::verify_tia(File::open(&a).unwrap()).unwrap(); let mut n = 0; let mut k = 0;
  for t in &o { if let Some(d) = &t.difference { k += 1; if n < show { n += 1; println!("{}: {d}", t.name); } } }
  println!("{a}: {} passed, {k} failed", o.len() - k); p += o.len() - k; f += k; }
 println!("{p} passed, {f} failed"); }
