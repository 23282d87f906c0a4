//! One light, the room around it, and how surfaces answer: Lambert, and Cook-Torrance with the GGX
//! distribution, Smith's masking and Schlick's Fresnel term.

use glam::Vec3;

use super::material::Surface;

/// Colour and strength of the light.
const SUN: Vec3 = Vec3::new(2.5, 2.3, 2.0);

/// Towards the light.
pub(super) fn to_light() -> Vec3 {
    Vec3::new(-0.55, 1.0, 0.25).normalize()
}

/// How far a shadow falls from below something at this height.
pub(super) fn fall(height: f32) -> Vec3 {
    let light = to_light();
    Vec3::new(-light.x / light.y * height, 0.0, -light.z / light.y * height)
}

/// Directions over the disc of the light, for soft shadows.
pub(super) fn light_disc(count: usize) -> impl Iterator<Item = Vec3> {
    let light = to_light();
    let side = light.cross(Vec3::X).normalize();
    let other = light.cross(side);
    (0..count).map(move |i| {
        // A sunflower: even over the disc.
        let radius = ((i as f32 + 0.5) / count as f32).sqrt() * 0.13;
        let angle = i as f32 * 2.399_963;
        (light + side * radius * angle.cos() + other * radius * angle.sin()).normalize()
    })
}

/// The room as a mirror shows it: a dim warm floor, a cooler ceiling, a window.
fn room(direction: Vec3, roughness: f32) -> Vec3 {
    let height = direction.y * 0.5 + 0.5;
    let walls = Vec3::new(0.16, 0.13, 0.10).lerp(Vec3::new(0.42, 0.46, 0.52), height * height);
    // The window spreads as the mirror gets rougher.
    let window = Vec3::new(0.35, 0.75, 0.55).normalize();
    let sharpness = 90.0 / (1.0 + 60.0 * roughness * roughness);
    let glow = (sharpness * (direction.dot(window) - 1.0)).exp() * (1.0 + sharpness) * 0.055;
    walls + Vec3::new(0.95, 1.0, 1.05) * glow
}

/// The light that a surface sends to the eye. `lit` is how much of the light is seen from it, `open` how
/// much of the room.
pub(super) fn shade(surface: &Surface, normal: Vec3, eye: Vec3, lit: f32, open: f32) -> Vec3 {
    let base = layer(surface, normal, eye, lit, open);
    if surface.coat == 0.0 {
        return base;
    }
    // Lacquer: a thin smooth layer of index 1.5 above all.
    let coat = Surface {
        colour: Vec3::ZERO,
        roughness: surface.coat_roughness,
        metalness: 0.0,
        coat: 0.0,
        coat_roughness: 0.0,
    };
    let fresnel = 0.04 + 0.96 * (1.0 - normal.dot(eye).max(0.0)).powi(5);
    base * (1.0 - surface.coat * fresnel) + layer(&coat, normal, eye, lit, open) * surface.coat
}

fn layer(surface: &Surface, normal: Vec3, eye: Vec3, lit: f32, open: f32) -> Vec3 {
    let light = to_light();
    let half = (light + eye).normalize();
    let facing = normal.dot(eye).max(1e-3);
    let towards = normal.dot(light).max(0.0);
    let roughness = surface.roughness.max(0.04);
    let alpha = roughness * roughness;
    let mirror = Vec3::splat(0.04).lerp(surface.colour, surface.metalness);
    let fresnel = mirror + (Vec3::ONE - mirror) * (1.0 - half.dot(eye).max(0.0)).powi(5);
    let across = normal.dot(half).max(0.0);
    let denominator = across * across * (alpha * alpha - 1.0) + 1.0;
    let distribution = alpha * alpha / (std::f32::consts::PI * denominator * denominator);
    let k = (roughness + 1.0) * (roughness + 1.0) / 8.0;
    let mask = |cosine: f32| cosine / (cosine * (1.0 - k) + k);
    let specular = fresnel
        * (distribution * mask(facing) * mask(towards.max(1e-3)) / (4.0 * facing * towards.max(1e-3)));
    let body = surface.colour * (1.0 - surface.metalness);
    let diffuse = body * (Vec3::ONE - fresnel) / std::f32::consts::PI;
    let direct = (diffuse + specular) * SUN * towards * lit;
    // The room: its light from all sides, and its mirror image.
    let around = Vec3::new(0.20, 0.17, 0.14).lerp(Vec3::new(0.40, 0.43, 0.48), normal.y * 0.5 + 0.5);
    let reflected = normal * (2.0 * normal.dot(eye)) - eye;
    let glancing =
        mirror + (Vec3::splat((1.0 - roughness).max(0.04)).max(mirror) - mirror) * (1.0 - facing).powi(5);
    let image = room(reflected, roughness) * glancing;
    direct + (body * around * 0.8 + image * (0.35 + 0.65 * lit)) * open
}

/// From light to eight bits, with a soft shoulder.
pub(super) fn develop(light: Vec3) -> [u8; 3] {
    let tone = |x: f32| {
        let x = x.max(0.0) * 0.78;
        let mapped = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
        (mapped.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).round() as u8
    };
    [tone(light.x), tone(light.y), tone(light.z)]
}
