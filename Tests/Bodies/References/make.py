"""Reference positions for Tests/Bodies/PymunkTests.swift, from pymunk, whose Chipmunk is version 7.0.3.

    python3 -m venv /tmp/pymunk && /tmp/pymunk/bin/pip install pymunk==6.0.0
    /tmp/pymunk/bin/python Tests/Bodies/References/make.py Tests/Bodies/References

Each scene runs for 300 steps of 1/60 s. Nothing here is shared with ForceLab: masses, moments, corners and
places are computed by their formulas.
"""

import csv
import math
import sys

import pymunk

UNIT = 1e-4  # The mass of 1 pt² of density 1.
STEPS = 300


def new_space(gravity=(0, 1000)):
    space = pymunk.Space()
    space.gravity = gravity
    space.iterations = 10
    space.collision_slop = 0.1

    def pre_solve(arbiter, space, data):
        a, b = arbiter.shapes
        elasticity = [shape.elasticity for shape in (a, b)]
        friction = [shape.friction for shape in (a, b)]
        # A boundary has the values of the body.
        for one, other in ((0, 1), (1, 0)):
            if getattr((a, b)[one], "is_boundary", False):
                elasticity[one], friction[one] = elasticity[other], friction[other]
        arbiter.restitution = max(elasticity)
        arbiter.friction = math.sqrt(friction[0] * friction[1])
        return True

    space.add_default_collision_handler().pre_solve = pre_solve
    return space


def add(space, mass, moment, shape, at, angle=0, velocity=(0, 0), turn=0, elasticity=0.0, friction=0.0):
    body = pymunk.Body(mass, moment)
    body.position, body.angle = at, angle
    body.velocity, body.angular_velocity = velocity, turn
    made = shape(body)
    made.elasticity, made.friction = elasticity, friction
    space.add(body, made)
    return body


def rectangle(space, width, height, at, density=1.0, **others):
    mass = density * width * height * UNIT
    x, y = width / 2, height / 2
    corners = [(-x, -y), (-x, y), (x, y), (x, -y)]
    moment = mass * (width**2 + height**2) / 12
    return add(space, mass, moment, lambda body: pymunk.Poly(body, corners), at, **others)


def circle(space, diameter, at, density=1.0, **others):
    radius = diameter / 2
    mass = density * math.pi * radius**2 * UNIT
    return add(space, mass, mass * radius**2 / 2, lambda body: pymunk.Circle(body, radius), at, **others)


def polygon(space, corners, at, density=1.0, **others):
    """Corners around the center of mass."""
    pairs = list(zip(corners, corners[1:] + corners[:1]))
    crosses = [a[0] * b[1] - a[1] * b[0] for a, b in pairs]
    mass = density * abs(sum(crosses)) / 2 * UNIT
    parts = [
        cross * (a[0] ** 2 + a[1] ** 2 + a[0] * b[0] + a[1] * b[1] + b[0] ** 2 + b[1] ** 2)
        for cross, (a, b) in zip(crosses, pairs)
    ]
    moment = mass * sum(parts) / (6 * sum(crosses))
    return add(space, mass, moment, lambda body: pymunk.Poly(body, corners), at, **others)


def ellipse(space, width, height, at, **others):
    step = 2 * math.pi / 24
    scale = math.sqrt(step / math.sin(step)) / 2
    corners = [
        (width * scale * math.cos(-step * i), height * scale * math.sin(-step * i)) for i in range(24)
    ]
    return polygon(space, corners, at, **others)


def boundary(space, start, end, radius=0):
    segment = pymunk.Segment(space.static_body, start, end, radius)
    segment.is_boundary = True
    space.add(segment)


def pyramid():
    space = new_space()
    bodies = []
    rows = 6
    for row in range(rows):
        for column in range(rows - row):
            at = (200 + (column - (rows - row - 1) / 2) * 21, 400 - (row + 0.5) * 20)
            bodies.append(rectangle(space, 20, 20, at, friction=0.6))
    boundary(space, (0, 400), (400, 400))
    return space, bodies


def joints():
    space = new_space()
    ground = space.static_body
    rod = rectangle(space, 100, 10, (100, 100))
    bob = circle(space, 20, (200, 100))
    roped = circle(space, 20, (300, 100), velocity=(50, 0))
    slider = rectangle(space, 20, 20, (400, 200), velocity=(80, 0))
    left = rectangle(space, 40, 20, (500, 100), turn=2)
    right = rectangle(space, 20, 40, (530, 100))
    free = circle(space, 30, (600, 100), velocity=(0, -200))
    tied = circle(space, 20, (660, 100), density=2)

    pin = pymunk.PivotJoint(rod, ground, (-50, 0), (50, 100))
    limit = pymunk.RotaryLimitJoint(ground, rod, -1.0, 1.0)
    brake = pymunk.SimpleMotor(rod, ground, 0)
    brake.max_force = 2 * 100
    rate = 2 * math.pi * 1.5
    spring = pymunk.DampedSpring(
        bob, ground, (0, 0), (200, 0), 80, bob.mass * rate**2, 2 * 0.2 * bob.mass * rate)
    rope = pymunk.SlideJoint(roped, ground, (0, 0), (250, 50), 0, 120)
    length = math.hypot(2, 1)
    ahead = (100 * 2 / length, 100 * 1 / length)
    rail = pymunk.GrooveJoint(
        ground, slider, (400 - ahead[0], 200 - ahead[1]), (400 + ahead[0], 200 + ahead[1]), (0, 0))
    gear = pymunk.GearJoint(ground, slider, 0, 1)
    weld = pymunk.PivotJoint(left, right, (20, 0), (-10, 0))
    hold = pymunk.GearJoint(right, left, 0, 1)
    bar = pymunk.PinJoint(free, tied, (0, 0), (0, 0))
    for joint in (pin, limit, brake, rail, gear, weld, hold):
        joint.collide_bodies = False
    space.add(pin, limit, brake, spring, rope, rail, gear, weld, hold, bar)
    return space, [rod, bob, roped, slider, left, right, free, tied]


def bounces():
    space = new_space()
    look = {"elasticity": 0.8, "friction": 0.3}
    bodies = [
        circle(space, 30, (60, 80), velocity=(120, 0), **look),
        circle(space, 40, (150, 60), velocity=(-80, 50), **look),
        ellipse(space, 60, 30, (230, 90), velocity=(-60, 0), turn=1, **look),
        rectangle(space, 50, 20, (100, 180), angle=0.4, **look),
        polygon(space, [(-20, -20), (-20, 20), (40, 0)], (220, 200), **look),
    ]
    for start, end in [
        ((-50, -50), (-50, 350)), ((-50, 350), (350, 350)), ((350, 350), (350, -50)),
        ((350, -50), (-50, -50)),
    ]:
        boundary(space, start, end, 50)
    return space, bodies


def main(folder):
    for make in (pyramid, joints, bounces):
        space, bodies = make()
        with open(f"{folder}/{make.__name__}.csv", "w", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(["step", "body", "x", "y", "angle"])
            for step in range(1, STEPS + 1):
                space.step(1 / 60)
                if step % 50 == 0:
                    for number, body in enumerate(bodies):
                        rows.writerow(
                            [step, number]
                            + [repr(value) for value in (*body.position, body.angle)])


main(sys.argv[1])
